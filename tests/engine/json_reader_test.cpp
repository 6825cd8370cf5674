#include "engine/json_reader.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

JsonValue read(std::string_view text) {
  JsonDocument document = readJson(text);
  EXPECT_FALSE(document.error) << document.error->message << " at " << document.error->offset;
  return std::move(document.value);
}

/// The error of a text as "offset: message".
std::string errorOf(std::string_view text) {
  const JsonDocument document = readJson(text);
  return document.error ? std::to_string(document.error->offset) + ": " + document.error->message
                        : "none";
}

TEST(JsonReader, KnowsWhereKeysAndValuesAre) {
  const std::string_view text = R"({ "a": [1, "x"] })";
  const JsonValue value = read(text);
  ASSERT_EQ(value.members.size(), 1u);
  const JsonMember& member = value.members[0];
  EXPECT_EQ(member.key, "a");
  EXPECT_EQ(text.substr(member.keyRange.begin, member.keyRange.size()), "\"a\"");
  EXPECT_EQ(text.substr(member.value.range.begin, member.value.range.size()), R"([1, "x"])");
  ASSERT_EQ(member.value.elements.size(), 2u);
  const Range last = member.value.elements[1].range;
  EXPECT_EQ(text.substr(last.begin, last.size()), "\"x\"");
}

TEST(JsonReader, ReadsEveryKind) {
  const JsonValue value = read("[null, true, false, -1.5e2, 0, \"s\", [], {}]");
  ASSERT_EQ(value.elements.size(), 8u);
  EXPECT_EQ(value.elements[0].kind, JsonValue::Kind::kNull);
  EXPECT_TRUE(value.elements[1].boolean);
  EXPECT_FALSE(value.elements[2].boolean);
  EXPECT_EQ(value.elements[3].number, -150);
  EXPECT_EQ(value.elements[4].kind, JsonValue::Kind::kNumber);
  EXPECT_EQ(value.elements[5].string, "s");
  EXPECT_EQ(value.elements[6].kind, JsonValue::Kind::kArray);
  EXPECT_EQ(value.elements[7].kind, JsonValue::Kind::kObject);
}

TEST(JsonReader, PassesOverCommentsTrailingCommasAndAByteOrderMark) {
  const JsonValue value =
      read("\xEF\xBB\xBF// one\n{ /* two */ \"a\": [1,], // three\n}\n/* four */");
  ASSERT_EQ(value.members.size(), 1u);
  EXPECT_EQ(value.members[0].value.elements.size(), 1u);
}

TEST(JsonReader, ResolvesEscapes) {
  EXPECT_EQ(read(R"("\"\\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00")").string,
            "\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(JsonReader, ReplacesLoneSurrogates) {
  EXPECT_EQ(read(R"("\ud83d!")").string, "\xEF\xBF\xBD!");
  EXPECT_EQ(read(R"("\ude00\ud83d\u0041")").string,
            "\xEF\xBF\xBD\xEF\xBF\xBD"
            "A");
}

TEST(JsonReader, SaysWhereATextIsNoJson) {
  EXPECT_EQ(errorOf(""), "0: the text ends where a value is expected");
  EXPECT_EQ(errorOf("{} x"), "3: nothing may follow the value");
  EXPECT_EQ(errorOf("{a: 1}"), "1: a key in double quotes is expected here");
  EXPECT_EQ(errorOf("{\"a\" 1}"), "5: a colon is expected after the key");
  EXPECT_EQ(errorOf("{\"a\": 1 \"b\": 2}"), "8: a comma or `}` is expected here");
  EXPECT_EQ(errorOf("[1 2]"), "3: a comma or `]` is expected here");
  EXPECT_EQ(errorOf("[1"), "2: a comma or `]` is expected here");
  EXPECT_EQ(errorOf("{\"a\": 1,"), "8: the object isn't closed");
  EXPECT_EQ(errorOf("\"abc\n\""), "0: the string isn't closed on its line");
  EXPECT_EQ(errorOf("\"\\x\""), "1: this escape isn't known in JSON");
  EXPECT_EQ(errorOf("\"\\u12\""), "3: `\\u` wants four hexadecimal digits");
  EXPECT_EQ(errorOf("[01]"), "1: the number can't be read");
  EXPECT_EQ(errorOf("[1.]"), "1: the number can't be read");
  EXPECT_EQ(errorOf("[.5]"), "1: a value is expected here");
  EXPECT_EQ(errorOf("[-]"), "1: the number can't be read");
  EXPECT_EQ(errorOf("[undefined]"), "1: a value is expected here");
  EXPECT_EQ(errorOf("/* no end"), "0: the comment has no end");
  EXPECT_EQ(errorOf("{\"a\": 1, \"a\": 2}"), "9: the key `a` is written twice");
}

TEST(JsonReader, BoundsDepth) {
  EXPECT_EQ(errorOf(std::string(64, '[') + std::string(64, ']')), "none");
  EXPECT_EQ(errorOf(std::string(1000000, '[')), "65: values are nested deeper than 64 levels");
}

}  // namespace
}  // namespace envelint
